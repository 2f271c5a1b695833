import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { RUN_SEED } from './seed.ts'
import { filesOfTurn, filterOf, LEFT_FILES, marksOf, type Extent } from './tags.ts'

const BRIEF_BYTES = 200
const isBrief = ({ moduleId }: TestSpecification) => statSync(moduleId).size < BRIEF_BYTES

/**
 * Chooses the tests of a run by their tags, and the order of the files: those that lasted long last
 * time run first, so that no worker is alone at the end. Where nothing is known of an earlier run,
 * those with long tests run first, then the large ones.
 */
export class Sequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const chosen = (await this.#isNamed(files)) ? files : choose(files)
    // oxlint-disable-next-line no-array-sort -- it is not the one of lists
    const sorted = await super.sort(chosen)
    const isKnown = chosen.some((file) => this.ctx.cache.getTestSpecificationResult(file))
    const ordered = isKnown
      ? sorted
      : sorted.toSorted((a, b) => marksOf(b.moduleId).long - marksOf(a.moduleId).long)
    // A file of a few lines runs what stands elsewhere, for all tools: it is long, and its place is
    // in the middle, where what most tools load is loaded.
    const [brief, others] = [ordered.filter(isBrief), ordered.filter((file) => !isBrief(file))]
    return others.toSpliced(others.length >> 1, 0, ...brief)
  }

  /** Whoever names files, tests or tags gets all that are meant. */
  async #isNamed(files: readonly TestSpecification[]): Promise<boolean> {
    if (this.ctx.getGlobalTestNamePattern() || this.ctx.config.tagsFilter) return true
    const all = await this.ctx.globTestSpecifications()
    return files.length < all.length
  }
}

function choose(files: readonly TestSpecification[]): TestSpecification[] {
  const extent = (process.env['TEST_EXTENT'] ?? 'turn') as Extent
  const marked = files.map((file) => [file.moduleId, marksOf(file.moduleId)] as const)
  const turn = filesOfTurn(marked, RUN_SEED)
  const chosen = files.filter((file, at) => {
    const filter = filterOf(marked[at]![1], turn.has(file.moduleId), extent)
    if (filter && filter.length > 0) file.testTagsFilter = filter
    return filter !== null
  })
  const checks = marked.filter(([, { whole }]) => whole === 'check').length
  process.env[LEFT_FILES] = String(files.length - chosen.length - checks)
  return chosen
}
