/** Imports as node does: the script runs as it was built, not as the test runner would change it. */
exports.nativeImport = (url) => import(url);
