"""The pages under /docs, made from the contract and the guides."""
