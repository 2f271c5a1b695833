/**
 * For a process that must not see the settings of these tests: where programs are, and the
 * compiled code that `run.mjs` keeps, without which a start takes three times as long.
 */
export function bareEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return NODE_COMPILE_CACHE === undefined ? { PATH } : { PATH, NODE_COMPILE_CACHE }
}
