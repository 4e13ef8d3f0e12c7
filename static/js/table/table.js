// The table: choices by board and bar, sending them, and keeping the page true.
// Everything here is a shortcut over links and forms that work without it.

import "./clicking.js";
import { begin } from "./deciding.js";
import { followGame } from "./news.js";
import { tellSeen } from "./presence.js";

begin();
tellSeen();
followGame();
