// Starts the page.

import './ui/tokens.css';
import './ui/marks.css';
import './ui/base.css';
import './ui/shell.css';
import './sidebar/sidebar.css';
import './bell/bell.css';
import './overview/overview.css';
import './session/session.css';
import './pairing/pairing.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { startConnection, takeCode } from './store/start.ts';

takeCode();
// A link that is followed into a page that is already open changes only the fragment.
window.addEventListener('hashchange', () => {
  if (takeCode()) void startConnection();
});
const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
void startConnection();
