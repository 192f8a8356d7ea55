import { readFileSync } from 'node:fs'

/** A block of code in a page. */
export interface Block {
  /** Such as `sh`; empty for what a program prints. */
  language: string
  text: string
  /** The file that the sentence before the block names last. */
  file: string | undefined
  /** The heading above it. */
  heading: string
}

const PART = /^## (?<heading>.+)$|^```(?<language>\w*)\n(?<text>[\s\S]*?)^```$|`(?<file>[\w./-]+\.ts)`/gm

/** The blocks of a page in the order in which they stand. `page` is its path from the root of the repository. */
export function blocksOf(page: string): Block[] {
  const markdown = readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8')
  const blocks: Block[] = []
  let heading = ''
  let file: string | undefined
  for (const { groups = {} } of markdown.matchAll(PART)) {
    heading = groups['heading'] ?? heading
    file = groups['file'] ?? file
    if (groups['text'] === undefined) continue
    blocks.push({ language: groups['language']!, text: groups['text'], file, heading })
    file = undefined
  }
  return blocks
}

/** A command of a page, and the block that shows what it prints, where there is one. */
export interface Command {
  text: string
  shown: Block | undefined
}

/** The commands of a page under these headings, or under all. */
export function commandsOf(page: string, headings?: readonly string[]): Command[] {
  const blocks = blocksOf(page)
  return blocks.flatMap(({ language, text, heading }, index) => {
    if (language !== 'sh' || headings?.includes(heading) === false) return []
    const next = blocks[index + 1]
    const isShown = next?.heading === heading && (next.language === '' || next.language === 'json')
    return [{ text, shown: isShown ? next : undefined }]
  })
}
