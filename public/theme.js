// Runs before the first paint, so that a chosen theme does not flash. A file of its own because the CSP allows no inline script.
try {
  const theme = localStorage.getItem('quire.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be refused; the system's theme is used.
}
