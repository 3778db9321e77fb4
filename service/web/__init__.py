"""What all routes share: JSON in and out, request schemas, problem documents, conditional requests."""
