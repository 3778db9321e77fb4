"""The pages under /docs and /problems, made from the contract, the guides and the problem types."""
