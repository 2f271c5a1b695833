import { getHeapStatistics } from 'node:v8'
import { collect } from './garbage.ts'

const MB = 1024 * 1024
/** A thread that holds less is never cleared out. */
const SMALL_BYTES = 24 * MB
const LITTER_BYTES_MAX = 8 * MB

/**
 * Collects what the tasks of this thread have left behind: it would stay as long as the thread,
 * and count against the next task. To collect takes 100 ms where libraries hold 40 MB, so a little
 * litter stays.
 */
export function createClearOut(): () => void {
  /** What was left the last time, most of it libraries. */
  let leftBytes = SMALL_BYTES
  return () => {
    if (heldBytes() < leftBytes + LITTER_BYTES_MAX) return
    collect()
    leftBytes = Math.max(SMALL_BYTES, heldBytes())
  }
}

/** What this thread holds, buffers included. */
export function heldBytes(): number {
  const { used_heap_size: used, external_memory: external } = getHeapStatistics()
  return used + external
}
