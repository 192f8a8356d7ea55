import { readFileSync } from 'node:fs'

/** A block of code in a page. */
export interface Block {
  /** Language, such as `sh`; empty for the output of a program. */
  language: string
  text: string
  /** The last file that is named before the block. */
  file: string | undefined
  /** The heading above the block. */
  heading: string
}

const PART = /^## (?<heading>.+)$|^```(?<language>\w*)\n(?<text>[\s\S]*?)^```$|`(?<file>[\w./-]+\.ts)`/gm

/** Returns the code blocks of a page, in order. `page` is the path from the root of the repository. */
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

/** A command of a page, and the block with its output, if the page shows it. */
export interface Command {
  text: string
  shown: Block | undefined
}

/** Returns the commands of a page under these headings; default: under all. */
export function commandsOf(page: string, headings?: readonly string[]): Command[] {
  const blocks = blocksOf(page)
  return blocks.flatMap(({ language, text, heading }, index) => {
    if (language !== 'sh' || headings?.includes(heading) === false) return []
    const next = blocks[index + 1]
    const isShown = next?.heading === heading && (next.language === '' || next.language === 'json')
    return [{ text, shown: isShown ? next : undefined }]
  })
}
