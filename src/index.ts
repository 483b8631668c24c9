export * from "./game/game.ts";
