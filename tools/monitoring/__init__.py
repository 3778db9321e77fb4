"""Makes what operators watch the service with, from the metrics' definitions: alerts and a dashboard."""
