/**
 * Runs in every frame before the scripts of the page, so it refers to nothing in this file. It
 * silences the console and uncaught errors, which would otherwise be sent to this process for no
 * reader. Messages of workers cannot be silenced, so a page sees workers whose script fails to
 * load.
 */
export function initScript(): void {
  for (const name of Object.keys(console)) Reflect.set(console, name, () => {})
  const frame = globalThis as unknown as EventTarget
  for (const name of ['error', 'unhandledrejection'])
    frame.addEventListener(name, (event) => event.preventDefault(), true)

  for (const name of ['Worker', 'SharedWorker'])
    Reflect.set(frame, name, function failing() {
      const worker = Object.assign(new EventTarget(), {
        port: new MessageChannel().port1,
        postMessage() {},
        terminate() {},
        onerror: null as (() => void) | null,
      })
      setTimeout(() => {
        worker.dispatchEvent(new Event('error'))
        worker.onerror?.()
      })
      return worker
    })
  const { prototype } = Reflect.get(frame, 'Worklet') ?? { prototype: {} }
  Reflect.set(prototype, 'addModule', () => Promise.reject(new Error('AbortError')))
}
