"""Static files in production: each carries the hash of its content in its name."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedFiles(CompressedManifestStaticFilesStorage):
    """Scripts import each other by their hashed names, too.

    So no two of them may import each other in a circle: neither would ever have its name.
    """

    support_js_module_import_aggregation = True
    max_post_process_passes = 30  # as long as a chain of imports may be
