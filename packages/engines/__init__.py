"""The engines. Runners import each other's modules as `engines.<tool>.<module>`."""
