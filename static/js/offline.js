// The page that stands in for another while there is no connection.

addEventListener("online", () => location.reload());
