// The version that the build puts in.

declare const __TALLYMUX_VERSION__: string | undefined;

/** What stands for a version when run without a build; it says nothing about what fits what. */
export const UNBUILT = '0.0.0';

/** Version of this Tallymux. */
export const VERSION: string = typeof __TALLYMUX_VERSION__ === 'string' ? __TALLYMUX_VERSION__ : UNBUILT;

/** What to do where another version runs than this one. */
export function toTake(version: string = VERSION): string {
  return `restart to take ${version}: \`tallymux stop && tallymux start\``;
}
