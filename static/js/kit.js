// What /kit/ shows of the parts that live.

import { tellMissing } from "./table/giving.js";

for (const sample of document.querySelectorAll("[data-giving]")) tellMissing(sample);
