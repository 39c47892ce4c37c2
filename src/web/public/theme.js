// Applies the chosen theme before the first paint. Its own file, because the page allows no inline script.
try {
  const theme = localStorage.getItem('tallymux-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is forbidden here: the system's theme stays.
}
