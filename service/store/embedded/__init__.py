"""A Valkey server of the service's own, for machines where no store is named."""
