"""What is in a file of Apple's Numbers, from its zip of packed messages up to tables of typed cells."""
