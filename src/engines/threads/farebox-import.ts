import { registerHooks } from 'node:module'

const OWN = new URL('../../farebox.ts', import.meta.url).href

/**
 * Lets files outside this repository import from `farebox`, wherever they lie. It counts for the
 * thread that calls it; twice is as good as once.
 */
export function resolveFarebox(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'farebox' ? { url: OWN, shortCircuit: true } : next(specifier, context),
  })
}
