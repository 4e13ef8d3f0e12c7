// The page that stands in for another while there is no connection.
"use strict";

addEventListener("online", () => location.reload());
