#!/usr/bin/env python
"""Runs Django's management commands, ours among them."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import InterfaceError, OperationalError

from boardgames.environment import variables

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boardgames.settings")
    try:
        variables.check_variables()
        execute_from_command_line(sys.argv)
    except variables.WrongVariables as error:
        sys.exit(f"Cannot run: {error}")
    except (InterfaceError, OperationalError) as error:
        reason = str(error).strip().splitlines()[0]
        sys.exit(f"The database fails us ({reason}): does script/server run, or DATABASE_URL's?")
