"""Makes openapi.yaml: parts of it stand with the features, and the service answers its examples itself."""
