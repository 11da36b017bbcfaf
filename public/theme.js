// Runs before the first paint, so that a chosen theme does not flash. A file of its own because the CSP allows no inline script.
try {
  var theme = localStorage.getItem('quire.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch (e) {}
