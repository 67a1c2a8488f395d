/** What a model declares by a call of that name, by purpose. It stands alone, since an answer asks it and loads no parser. */
export const sectionNames = ['associations', 'callbacks', 'validations', 'scopes'] as const;
export type SectionName = (typeof sectionNames)[number];

const ASSOCIATIONS: ReadonlySet<string> = new Set([
  'belongs_to',
  'has_many',
  'has_one',
  'has_and_belongs_to_many',
  'has_one_attached',
  'has_many_attached',
  'has_rich_text',
  'delegated_type',
  'accepts_nested_attributes_for',
]);
const CALLBACK =
  /^(before|after|around)_(validation|save|create|update|destroy|commit|rollback|initialize|find|touch|\w+_commit)$/;
const VALIDATION = /^(validates?|validates_\w+)$/;
const SCOPE = /^(default_)?scope$/;

export function sectionOf(name: string): SectionName | undefined {
  if (ASSOCIATIONS.has(name)) return 'associations';
  if (CALLBACK.test(name)) return 'callbacks';
  if (VALIDATION.test(name)) return 'validations';
  return SCOPE.test(name) ? 'scopes' : undefined;
}
