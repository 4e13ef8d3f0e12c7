// Tells the server in which time zone the reader is: a cookie, so that pages show times rightly
// even before anybody has an account, and new accounts begin with it.

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const cookie = `time_zone=${encodeURIComponent(zone)}`;
if (zone && !document.cookie.split("; ").includes(cookie)) {
  document.cookie = `${cookie}; path=/; max-age=31536000; samesite=lax`;
}
