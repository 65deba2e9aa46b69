"""Races on simulated time: scripted contestants at a site without processes or waiting."""
