"""Makes openapi.yaml: its parts are in the features' folders, and the service answers its examples itself."""
