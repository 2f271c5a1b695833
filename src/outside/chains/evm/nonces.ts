/** Allocates the nonces of one account. */
export interface Nonces {
  take(): Promise<number>
  /** Returns a nonce with which nothing was sent. */
  releaseNonce(nonce: number): Promise<void>
  /** The count may be wrong: the next nonce is read from the chain. */
  doubt(): void
}

/** The next nonce, shared by all processes with the same key. `floor` is the count of the chain. */
export interface NonceStore {
  take(account: string, floor: number | null): Promise<number>
  releaseNonce(account: string, nonce: number): Promise<void>
}

/** The number of transactions that the account has sent, including pending ones. */
type Pending = () => Promise<number>

/** For a key that no other process sends with. */
export function createLocalNonces(pending: Pending): Nonces {
  let next: number | null = null

  return {
    async take() {
      const nonce = (next ??= await pending())
      next = nonce + 1
      return nonce
    },
    async releaseNonce() {
      next = null
    },
    doubt() {
      next = null
    },
  }
}

/** A count that was idle for this long is compared with the chain. */
const IDLE_MS = 30_000

export function createSharedNonces(store: NonceStore, account: string, pending: Pending): Nonces {
  let isDoubtful = true
  let takenAt = 0

  return {
    async take() {
      const isStale = isDoubtful || performance.now() - takenAt > IDLE_MS
      const floor = isStale ? await pending() : null
      isDoubtful = false
      takenAt = performance.now()
      return store.take(account, floor)
    },
    releaseNonce: (nonce) => store.releaseNonce(account, nonce),
    doubt() {
      isDoubtful = true
    },
  }
}
