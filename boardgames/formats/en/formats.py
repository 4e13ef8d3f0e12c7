"""English time formats for lists and logs, without "p.m.", whose full stop could end a sentence."""

TIME_FORMAT = "H:i"
DATETIME_FORMAT = "N j, Y, H:i"
SHORT_DATETIME_FORMAT = "m/d/Y H:i"
