// Style sheets ask for nothing that the oldest browsers we serve lack (docs/pages.md), except for what follows.
import css from "@eslint/css";

export default [
  {
    files: ["static/**/*.css", "games/rules/*/table/static/**/*.css"],
    plugins: { css },
    language: "css/css",
    languageOptions: { tolerant: true },
    rules: {
      "css/use-baseline": [
        "error",
        {
          available: 2023,
          // Written out for the oldest when files are gathered (boardgames/web/static_files.py).
          allowFunctions: ["light-dark", "anchor"],
          allowProperties: [
            // With a prefix, likewise.
            "user-select", "backdrop-filter", "text-size-adjust",
            // Better with it, whole without: lines break elsewhere, fields do not grow, more is drawn than seen.
            "text-wrap", "field-sizing", "content-visibility", "overscroll-behavior", "overflow-clip-margin", "accent-color",
            // Within @supports, beside a place that scripts give.
            "anchor-name", "position-try-order", "position-try-fallbacks",
            // In Safari since 8; named late for HTML.
            "paint-order",
          ],
          allowPropertyValues: { "font-family": ["ui-monospace"] },
          allowSelectors: ["popover-open", "details-content"],
        },
      ],
    },
  },
];
