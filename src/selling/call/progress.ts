import type { Progress } from '../../base/core/capability.ts'

/** Writes the progress of a call: one write at a time, and only the latest value. */
export function latestProgress(
  write: (progress: string) => Promise<unknown>,
  onTrouble: (thrown: unknown) => void,
): (progress: Progress) => void {
  let next: string | null = null
  let isWriting = false
  async function writeAll(): Promise<void> {
    for (let told = next; told !== null; told = next) {
      next = null
      await write(told)
    }
  }
  return (progress) => {
    next = JSON.stringify(progress)
    if (isWriting) return
    isWriting = true
    writeAll()
      .catch(onTrouble)
      .finally(() => void (isWriting = false))
  }
}
