"""The HTTP side: routes, schemas and problem documents. It knows the use cases and nothing behind them."""
