"""Contestants and services in containers of docker or podman, through their command line."""
