"""`python -m script.drills.filling NUMBER`: that many games, as they lie after years of play.

A process with the service's environment.
"""

import os
import sys

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "boardgames.settings"
django.setup()

from bench import world  # noqa: E402

number = int(sys.argv[1])
world.multiply(world.samples(finished=world.variety(number)), number)
