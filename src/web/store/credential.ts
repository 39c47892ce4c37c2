// The second half of this device's credential, kept in IndexedDB of this origin and never anywhere else: cookies reach
// every other local port, this does not.

const DATABASE = 'tallymux';
const STORE = 'credential';
const KEY = 'secret';

/** The secret, or `null` where none is kept or the browser keeps nothing. */
export async function readSecret(): Promise<string | null> {
  try {
    const secret: unknown = await inStore('readonly', (store) => store.get(KEY));
    return typeof secret === 'string' ? secret : null;
  } catch {
    return null;
  }
}

/** Keeps the secret. Rejects where the browser does not allow it. */
export async function keepSecret(secret: string): Promise<void> {
  await inStore('readwrite', (store) => store.put(secret, KEY));
}

function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result);
      };
      transaction.onabort = () => {
        database.close();
        reject(transaction.error);
      };
    };
  });
}
