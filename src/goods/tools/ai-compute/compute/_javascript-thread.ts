import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten'
import type { WorkClock } from '../../../../base/core/thread-work.ts'
import { createStream, RESULT_MAX, type RunEnd, type Program } from './_program.ts'

const MEMORY_BYTES_MAX = 64 * 1024 * 1024
const STACK_BYTES_MAX = 256 * 1024
const JOBS_MAX = 100_000

/** Made before the program runs, because the program may change every object that it can reach. */
const TOOLS = `((stringify, text) => ({
  json(value) {
    if (typeof value === 'bigint') return stringify(text(value))
    const made = stringify(value, (key, one) => (typeof one === 'bigint' ? text(one) : one))
    return made === undefined ? (value === undefined ? '' : stringify(text(value))) : made
  },
  shown(value) {
    if (typeof value === 'string') return value
    if (value instanceof Error) return text(value.stack ? value + '\\n' + value.stack : value)
    if (typeof value !== 'object' || value === null) return text(value)
    return stringify(value, (key, one) => (typeof one === 'bigint' ? text(one) : one)) ?? text(value)
  },
}))(JSON.stringify, String)`

export async function prepare(): Promise<QuickJSWASMModule> {
  const { newQuickJSWASMModule } = await import('quickjs-emscripten')
  return newQuickJSWASMModule()
}

/** Runs a program in its own engine, which has the language only and no host objects. */
export function work(
  { code, input, timeoutMs }: Program,
  { elapsedMs }: WorkClock,
  engine: QuickJSWASMModule,
): RunEnd {
  const runtime = engine.newRuntime()
  runtime.setMemoryLimit(MEMORY_BYTES_MAX)
  runtime.setMaxStackSize(STACK_BYTES_MAX)
  runtime.setInterruptHandler(() => elapsedMs() > timeoutMs)
  const vm = runtime.newContext()
  const [out, errors] = [createStream(), createStream()]
  const tools = vm.unwrapResult(vm.evalCode(TOOLS))
  addConsole(vm, tools, { out: out.write, errors: errors.write })
  if (input !== undefined) vm.setProp(vm.global, 'input', parseInto(vm, input))

  const end = endOf()
  if ('error' in end) errors.write(`${end.error}\n`)
  const { length } = 'value' in end ? end.value : ''
  if (length > RESULT_MAX) errors.write(`The result is longer than ${RESULT_MAX} characters.\n`)
  return {
    stdout: out.text(),
    stderr: errors.text(),
    result: 'value' in end && length > 0 && length <= RESULT_MAX ? end.value : null,
    ok: 'value' in end && length <= RESULT_MAX,
    elapsedMs: elapsedMs(),
    truncated: out.isCut() || errors.isCut() || length > RESULT_MAX,
  }

  /** Its engine has limits of its own, and a deep program reaches that of ours first. */
  function endOf(): ReturnType<typeof settled> {
    try {
      return settled()
    } catch (thrown) {
      if (!(thrown instanceof RangeError)) throw thrown
      return { error: 'RangeError: the program or its value is nested too deeply.' }
    }
  }

  /** The value of the program as JSON; if it is a promise, the value of the promise. */
  function settled(): { readonly value: string } | { readonly error: string } {
    const ran = vm.evalCode(code, 'program.js')
    const jobs = runtime.executePendingJobs(JOBS_MAX)
    if (ran.error) return { error: reasonOf(ran.error) }
    if (jobs.error) return { error: reasonOf(jobs.error) }
    const state = vm.getPromiseState(ran.value)
    if (state.type === 'pending') return { error: 'The promise of the program never settles.' }
    if (state.type === 'rejected') return { error: reasonOf(state.error) }
    return callText('json', state.value)
  }

  function callText(name: string, value: QuickJSHandle) {
    const made = vm.callFunction(vm.getProp(tools, name), vm.undefined, value)
    return made.error ? { error: reasonOf(made.error) } : { value: vm.getString(made.value) }
  }

  function reasonOf(error: QuickJSHandle): string {
    if (elapsedMs() > timeoutMs)
      return `Stopped: the program ran longer than ${timeoutMs / 1_000} s.`
    const said = vm.callFunction(vm.getProp(tools, 'shown'), vm.undefined, error)
    return said.error ? 'An error that cannot be shown.' : vm.getString(said.value).trim()
  }
}

interface Streams {
  readonly out: (text: string) => void
  readonly errors: (text: string) => void
}

function addConsole(vm: QuickJSContext, tools: QuickJSHandle, { out, errors }: Streams): void {
  const console = vm.newObject()
  const shown = vm.getProp(tools, 'shown')
  const add = (name: string, write: (text: string) => void) =>
    vm.setProp(
      console,
      name,
      vm.newFunction(name, (...values) => {
        const texts = values.map((value) => {
          const made = vm.callFunction(shown, vm.undefined, value)
          return made.error ? '[cannot be shown]' : vm.getString(made.value)
        })
        write(`${texts.join(' ')}\n`)
      }),
    )
  for (const name of ['log', 'info', 'debug']) add(name, out)
  for (const name of ['error', 'warn', 'trace']) add(name, errors)
  vm.setProp(vm.global, 'console', console)
}

function parseInto(vm: QuickJSContext, json: string): QuickJSHandle {
  const parse = vm.getProp(vm.getProp(vm.global, 'JSON'), 'parse')
  return vm.unwrapResult(vm.callFunction(parse, vm.undefined, vm.newString(json)))
}
