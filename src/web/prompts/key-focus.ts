// For which card a key is meant: the one that has the focus, or, where nothing has it, the one that is looked at. Never
// one that somebody has turned away from, to a link or a button of the page.

/** What a key of its own belongs to. */
const CONTROL = 'a[href], button, summary';

/**
 * Whether a digit is meant for card `id`.
 * @param active the card is the one that is looked at where no card has the focus.
 */
export function hearsDigit(id: string, active: boolean): boolean {
  const focused = document.activeElement;
  const card = cardAround(focused);
  if (card !== undefined) return card === id;
  const control = focused?.closest(CONTROL) ?? null;
  // What led to what is looked at is not elsewhere: the row that was clicked, or reached with j and k.
  return active && (control === null || control.hasAttribute('aria-current'));
}

/**
 * Whether Tab is meant for the words of card `id`: nothing has the focus, or the card as a whole, or its row in the
 * inbox. Anywhere else it goes on to what comes next, as everywhere.
 */
export function hearsTab(id: string, active: boolean): boolean {
  const focused = document.activeElement;
  const row = focused?.closest<HTMLElement>('[data-row]')?.dataset.row;
  if (row !== undefined) return active && row === id;
  if (focused?.closest(CONTROL) != null) return false;
  const card = cardAround(focused);
  return card === undefined ? active : card === id;
}

function cardAround(element: Element | null): string | undefined {
  return element?.closest<HTMLElement>('[data-prompt]')?.dataset.prompt;
}
