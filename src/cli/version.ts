// The version that the build puts in.

declare const __TALLYMUX_VERSION__: string | undefined;

/** Version of this Tallymux, `0.0.0` when run without a build. */
export const VERSION: string = typeof __TALLYMUX_VERSION__ === 'string' ? __TALLYMUX_VERSION__ : '0.0.0';
