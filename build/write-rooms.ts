/** `npm run docs:rooms`: draws the rooms of the source anew. */
import { writeFileSync } from 'node:fs';
import { drawRooms } from './rooms/draw-rooms.js';

writeFileSync('docs/rooms.svg', drawRooms());
