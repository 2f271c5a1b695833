/**
 * Runs in every frame of a page, before anything of the page does, so it refers to nothing here.
 * What a page says to the console, on purpose or by failing, would be carried to us, though nobody
 * listens; and what its workers say could not be stopped. To a page, they look as if their scripts
 * could not be loaded.
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
