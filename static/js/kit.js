// The moving parts on /kit/.

import { explain } from "./table/card.js";
import { tellMissing } from "./table/giving.js";

for (const sample of document.querySelectorAll("[data-giving]")) tellMissing(sample);
for (const theme of document.querySelectorAll("[data-cards]")) explain(theme);
