// What floats over the page and takes the keyboard until it is closed: a modal dialog of the browser's own.

import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

/** A sheet that is open while it is mounted. Esc and a click beside it close it. */
export function Sheet(props: {
  readonly label: string;
  readonly className: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}): ReactNode {
  const { label, className, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  const onClick = (event: MouseEvent): void => {
    if (event.target === dialog.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc does the same, by the dialog's own cancel event.
    <dialog ref={dialog} aria-label={label} className={className} onClick={onClick} onCancel={onClose}>
      {children}
    </dialog>
  );
}
