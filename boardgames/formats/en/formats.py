"""Times in English as in the lists and logs: no "p.m." whose full stop would meet a sentence's."""

TIME_FORMAT = "H:i"
DATETIME_FORMAT = "N j, Y, H:i"
SHORT_DATETIME_FORMAT = "m/d/Y H:i"
