"""The engines; runners import each other's modules as `engines.<tool>.<module>`."""
