import type { Application } from '@roster/core'
import type { SettingName, Settings } from '../settings/schema.ts'

/** Something that was looked at, and what to do about it. */
export interface Finding {
  kind: 'fine' | 'warning' | 'fault'
  text: string
}

/** A service that is looked at. */
export interface Patient {
  application: Application
  settings: Settings
  /** What the environment calls a setting. */
  called: (name: SettingName) => string
}

export const fine = (text: string): Finding => ({ kind: 'fine', text })
export const warning = (text: string): Finding => ({ kind: 'warning', text })
export const fault = (text: string): Finding => ({ kind: 'fault', text })
