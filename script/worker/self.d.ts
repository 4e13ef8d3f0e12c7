// What `templates/sw.js` runs in: read by the type checker alone, which would take it for any worker.
export declare const self: ServiceWorkerGlobalScope;

declare global {
  interface NotificationOptions {
    renotify?: boolean;
  }
}
