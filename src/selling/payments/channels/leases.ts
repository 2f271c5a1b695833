import type { ChannelStore } from '../../../stores/channels.ts'

/** How long a call holds its channel without a renewal. A call that waits for it waits longer. */
export const LEASE_MS = 15_000
export const RENEWED_EVERY_MS = LEASE_MS / 3

/**
 * Renews the channels that calls of this process hold, for as long as they run. After a process
 * dies its channels are free soon, whatever the time limit of the tool.
 */
export interface Leases {
  hold(id: string, holder: string): void
  /** The call is about to be charged, or has given its channel back. */
  end(holder: string): void
  renew(): Promise<void>
}

export function createLeases(channels: Pick<ChannelStore, 'extend'>, now: () => number): Leases {
  /** The channel of each holder. */
  const held = new Map<string, string>()
  return {
    hold: (id, holder) => void held.set(holder, id),
    end: (holder) => void held.delete(holder),
    async renew() {
      const until = now() + LEASE_MS
      await Promise.all(
        [...held].map(async ([holder, id]) => {
          if (!(await channels.extend(id, holder, until))) held.delete(holder)
        }),
      )
    },
  }
}
