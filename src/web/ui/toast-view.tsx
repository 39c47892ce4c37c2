// The one short message, with its way back.

import type { ReactNode } from 'react';
import { hideToast, useToast } from '../store/toasts.ts';
import { words } from '../words.ts';
import { Icon } from './icon.tsx';

/** The message, if there is one. The region itself is always there, so that readers notice what appears in it. */
export function ToastView(): ReactNode {
  const toast = useToast((state) => state.toast);
  const undo = (): void => {
    hideToast();
    toast?.undo?.();
  };
  return (
    <div className="toasts" role="status">
      {toast && (
        <div className="toast">
          <span>{toast.text}</span>
          {toast.undo && (
            <button type="button" className="btn quiet" onClick={undo}>
              {words.session.undo}
            </button>
          )}
          <button type="button" className="ib small" aria-label={words.close} onClick={hideToast}>
            <Icon name="x" size={14} />
          </button>
        </div>
      )}
    </div>
  );
}
