import type { StandIn } from './define.ts'

/** No model: the sources' own sentences. */
export default (async () => ({ REPORTS_WITHOUT_MODEL: 'extractive' })) satisfies StandIn
