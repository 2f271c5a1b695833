import { fdatasyncSync, openSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'

/** Each message asks for what was written to one file before. Answers null, or what failed. */
export function serve(): void {
  const { path } = workerData as { readonly path: string }
  const file = openSync(path, 'r+')
  parentPort?.on('message', () => {
    try {
      fdatasyncSync(file)
      parentPort?.postMessage(null, [])
    } catch (thrown) {
      parentPort?.postMessage(thrown, [])
    }
  })
  parentPort?.postMessage('ready', [])
}
